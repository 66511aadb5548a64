import { expect, test } from "vitest";
import { addressKind } from "./addresses";

const cases = {
  public:
    "8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 198.20.0.1 2606:4700:4700::1111 2a00::1 ::ffff:8.8.8.8 ::ffff:808:808",
  loopback: "127.0.0.1 127.255.255.254 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1",
  private: [
    "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 192.0.2.1 198.18.0.1 203.0.113.9 240.0.0.1",
    "fc00::1 fd12:3456::1 64:ff9b::a00:1 2002:a00:1::1 2001::1 2001:db8::1 ::ffff:10.0.0.1 ::ffff:a00:1 100::1",
    "::10.0.0.1",
  ].join(" "),
  never: [
    "169.254.169.254 169.254.0.1 fe80::1 fe80::1%eth0 fd00:ec2::254 100.100.100.200 168.63.129.16 0.0.0.0 :: 224.0.0.1",
    "ff02::1 255.255.255.255 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe localhost",
  ].join(" "),
};

const rows = Object.entries(cases).flatMap(([kind, list]) => list.split(" ").map((address) => [address, kind]));

test.each([...rows, ["", "never"]])("%s is %s", (address, kind) => expect(addressKind(address)).toBe(kind));
