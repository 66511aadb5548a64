import type { Metadata } from "next";
import { ReconciliationScreen } from "./reconciliation-screen";

export const metadata: Metadata = { title: "Reconciliation" };

export default async function ReconciliationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ReconciliationScreen id={decodeURIComponent(id)} />;
}
