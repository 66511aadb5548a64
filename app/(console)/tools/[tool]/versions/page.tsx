import type { Metadata } from "next";
import { VersionsView } from "@/features/tools/versions/versions-view";

type Params = { params: Promise<{ tool: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: `Versions of ${decodeURIComponent((await params).tool)}` };
}

export default async function VersionsPage({ params }: Params) {
  return <VersionsView tool={decodeURIComponent((await params).tool)} />;
}
