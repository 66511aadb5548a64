import type { Metadata } from "next";
import { OperatorScreen } from "./operator-screen";

export const metadata: Metadata = { title: "Operator" };

export default async function OperatorPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <OperatorScreen id={decodeURIComponent(id)} />;
}
