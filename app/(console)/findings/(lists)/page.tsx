import type { Metadata } from "next";
import { FindingList } from "@/features/findings/finding-list";

export const metadata: Metadata = { title: "Findings" };

export default function FindingsPage() {
  return <FindingList />;
}
