import type { Metadata } from "next";
import { ReconciliationsScreen } from "./reconciliations-screen";

export const metadata: Metadata = { title: "Reconciliations" };

export default function ReconciliationsPage() {
  return <ReconciliationsScreen />;
}
