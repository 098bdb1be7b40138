"""Rules tests as data: what cases of all rule sets share.  A case is played through ``Play``, its dice on a tape."""
