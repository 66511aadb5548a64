import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Button } from "@/components/button";
import { Notice } from "@/components/notice";
import { Revealed } from "@/components/revealed";
import type { AddressProblem } from "./parse-filter";

const SHOWN_CHARACTERS_MAX = 120;

type AddressProblemsProps = { problems: readonly AddressProblem[]; onRemove: () => void };

/** Parts of the address that the list below does not follow: whoever was sent the link must not take it for the answer. */
export function AddressProblems({ problems, onRemove }: AddressProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice
      tone="warn"
      icon={TriangleAlert}
      role="alert"
      title={
        problems.length === 1 ? "A part of this address is not followed" : "Parts of this address are not followed"
      }
      className="m-4 md:mx-6"
      actions={<Button onClick={onRemove}>Remove {problems.length === 1 ? "it" : "them"} from the address</Button>}
    >
      <p>The list shows what the rest of it asks for.</p>
      <ul className="mt-1 list-disc pl-5">
        {problems.map(({ name, value, why }) => (
          <li key={name} className="[overflow-wrap:anywhere]">
            {value !== null && (
              <>
                <Revealed text={name} breaks="reveal" />{" "}
              </>
            )}
            “<Revealed text={(value ?? name).slice(0, SHOWN_CHARACTERS_MAX)} breaks="reveal" />” {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
