"""What the DNS says of our domains, where it can be asked: MX, SPF, DMARC, and the keys of our signatures."""

from collections.abc import Iterator, Sequence

from pbem.config import Config
from pbem.mail.lookups import Names, Unreachable, reserved
from pbem.service.operator.findings import DoctorFinding, failed, ok, warning

BY_HAND = "check it by hand: dig MX, dig TXT"


def check_names(config: Config, names: Names | None, signers: Sequence[tuple[str, str]]) -> Iterator[DoctorFinding]:
    """Each record that a mail of ours needs.  signers: domain and selector of signatures seen on mails of ours."""
    domain = _domain(config.orders_address)
    yield from _signed(domain, signers)
    if reserved(domain):
        yield warning("DNS", f"{domain} is not a public domain name, so DNS was not checked", BY_HAND)
        return
    if names is None:
        yield warning("DNS", "no name server is set on this machine", BY_HAND)
        return
    try:
        yield _mx(names, domain)
        yield _spf(names, _domain(config.bounce_address or config.orders_address))
        yield _dmarc(names, domain)
        yield from _keys(names, signers)
    except Unreachable as fault:
        yield warning("DNS", f"cannot be asked from here: {fault}", BY_HAND)


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower()


def _signed(domain: str, signers: Sequence[tuple[str, str]]) -> Iterator[DoctorFinding]:
    """Only probes tell; without any nothing is said."""
    own = [signer for signer, _ in signers if signer and (domain == signer or domain.endswith(f".{signer}"))]
    if own:
        yield ok("DKIM", f"our mails are signed by {own[0]}")
    elif signers:
        found = f"our mails are signed by {', '.join(sorted({signer for signer, _ in signers}))}, not by {domain}"
        yield warning("DKIM", found, "let the relay sign for the domain of the orders address")


def _mx(names: Names, domain: str) -> DoctorFinding:
    hosts = names.mail_hosts(domain)
    if not hosts:
        return failed("MX", f"{domain} has no mail host: nobody can write to it", f"add an MX record for {domain}")
    if hosts == (".",):
        return failed(
            "MX", f"{domain} says that it takes no mail (null MX)", f"name a host in the MX record of {domain}"
        )
    return ok("MX", f"mail for {domain} goes to {', '.join(hosts)}")


def _spf(names: Names, domain: str) -> DoctorFinding:
    found = [text for text in names.texts(domain) if text.lower().split(" ")[0] == "v=spf1"]
    if len(found) == 1:
        return ok("SPF", f"{domain}: {found[0]}")
    what = "no SPF record" if not found else f"{len(found)} SPF records, which counts as none"
    return warning(
        "SPF", f"{domain} has {what}", f'add one TXT record for {domain}, such as "v=spf1 include:RELAY -all"'
    )


def _dmarc(names: Names, domain: str) -> DoctorFinding:
    """At the domain, or at one above it: which of those speaks for it is looked up the simple way, from below."""
    parts = domain.split(".")
    for above in (".".join(parts[start:]) for start in range(len(parts) - 1)):
        found = [text for text in names.texts(f"_dmarc.{above}") if text.lower().startswith("v=dmarc1")]
        if found:
            return ok("DMARC", f"{above}: {found[0]}")
    return warning(
        "DMARC", f"{domain} has no DMARC record", f'add a TXT record for _dmarc.{domain}: "v=DMARC1; p=none"'
    )


def _keys(names: Names, signers: Sequence[tuple[str, str]]) -> Iterator[DoctorFinding]:
    for signer, selector in sorted(set(signers)):
        where = f"{selector}._domainkey.{signer}"
        if any("p=" in text for text in names.texts(where)):
            yield ok("DKIM", f"the key is at {where}")
        else:
            yield failed("DKIM", f"no key is at {where}", "publish the key that your relay signs with")
