import type { Metadata } from "next";
import { ContractScreen } from "./contract-screen";

type Params = { params: Promise<{ tool: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: `Contract of ${decodeURIComponent((await params).tool)}` };
}

export default async function ToolPage({ params }: Params) {
  return <ContractScreen tool={decodeURIComponent((await params).tool)} />;
}
