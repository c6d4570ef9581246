"""How many connections there are, in all and from each address."""

import ipaddress

from facedown.server.crowd import LOOPBACK, Crowd


def test_an_address_has_its_share_and_gets_it_back() -> None:
    crowd = Crowd(100, each=2, nearby=4)
    assert [crowd.admit("192.0.2.1") for _ in range(3)] == [None, None, "address"]
    assert crowd.admit("192.0.2.2") is None
    crowd.leave("192.0.2.1")
    assert crowd.admit("192.0.2.1") is None
    assert len(crowd) == 3


def test_a_household_of_ipv6_is_one_address_and_so_is_one_written_in_two_ways() -> None:
    crowd = Crowd(100, each=1, nearby=4)
    assert crowd.admit("2001:db8::1") is None
    assert crowd.admit("2001:db8::2") == "address"
    assert crowd.admit("2001:db8:0:1::1") is None
    assert crowd.admit("192.0.2.1") is None
    assert crowd.admit("::ffff:192.0.2.1") == "address"


def test_this_machine_may_bring_more() -> None:
    crowd = Crowd(100, each=1, nearby=3)
    for host in ("127.0.0.1", "::1"):
        assert [crowd.admit(host) for _ in range(4)] == [None, None, None, "address"]
    assert not crowd.near("192.0.2.1")
    assert not crowd.near("")
    assert crowd.near("::ffff:127.0.0.1")


def test_so_may_a_proxy() -> None:
    crowd = Crowd(100, each=1, nearby=3, near=(*LOOPBACK, ipaddress.ip_network("192.0.2.0/24")))
    assert [crowd.admit("192.0.2.7") for _ in range(4)] == [None, None, None, "address"]


def test_a_full_house_is_full_for_everybody() -> None:
    crowd = Crowd(2, each=10, nearby=10)
    assert [crowd.admit(f"192.0.2.{at}") for at in range(3)] == [None, None, "full"]
    assert crowd.admit("127.0.0.1") == "full"
    crowd.leave("192.0.2.0")
    assert crowd.admit("127.0.0.1") is None
