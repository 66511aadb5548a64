import type { Metadata } from "next";
import { IntentScreen } from "./intent-screen";

export const metadata: Metadata = { title: "Intent" };

export default async function IntentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <IntentScreen id={decodeURIComponent(id)} />;
}
