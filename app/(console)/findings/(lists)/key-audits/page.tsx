import type { Metadata } from "next";
import { KeyAuditsScreen } from "./key-audits-screen";

export const metadata: Metadata = { title: "Key audits" };

export default function KeyAuditsPage() {
  return <KeyAuditsScreen />;
}
