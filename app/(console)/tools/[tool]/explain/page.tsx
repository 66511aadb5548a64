import type { Metadata } from "next";
import { ExplainScreen } from "./explain-screen";

type Params = { params: Promise<{ tool: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: `Explain ${decodeURIComponent((await params).tool)}` };
}

export default async function ExplainPage({ params }: Params) {
  return <ExplainScreen tool={decodeURIComponent((await params).tool)} />;
}
