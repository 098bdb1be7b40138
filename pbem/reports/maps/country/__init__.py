"""Maps of a country: hachured hills, woods, rivers, roads, towns; forces as flags."""
