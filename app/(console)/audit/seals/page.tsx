import type { Metadata } from "next";
import { SealsScreen } from "@/features/audit/seals/seals-screen";

export const metadata: Metadata = { title: "Seals" };

export default function SealsPage() {
  return <SealsScreen />;
}
