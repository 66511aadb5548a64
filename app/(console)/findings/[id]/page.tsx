import type { Metadata } from "next";
import { FindingScreen } from "./finding-screen";

export const metadata: Metadata = { title: "Finding" };

export default async function FindingPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <FindingScreen id={decodeURIComponent(id)} />;
}
