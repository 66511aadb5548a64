import type { Metadata } from "next";
import { VerifyOperatorScreen } from "./verify-operator-screen";

export const metadata: Metadata = { title: "Verify the audit log" };

export default function VerifyPage() {
  return <VerifyOperatorScreen />;
}
