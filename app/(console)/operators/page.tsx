import type { Metadata } from "next";
import { OperatorsScreen } from "./operators-screen";

export const metadata: Metadata = { title: "Operators" };

export default function OperatorsPage() {
  return <OperatorsScreen />;
}
