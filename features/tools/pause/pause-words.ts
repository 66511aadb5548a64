import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { PausePlace } from "./pause-place";

export type PauseAction = "pause" | "resume";

type Words = {
  /** The switch's name for what it stops. */
  what: string;
  isPaused: string;
  pauseTitle: string;
  resumeTitle: string;
};

const WORDS: Record<PausePlace["covers"], Words> = {
  everything: {
    what: "everything",
    isPaused: "Everything is paused",
    pauseTitle: "Pause everything",
    resumeTitle: "Resume everything",
  },
  tool: {
    what: "this tool",
    isPaused: "This tool is paused",
    pauseTitle: "Pause this tool",
    resumeTitle: "Resume this tool",
  },
};

export function pauseWords(place: PausePlace): Words {
  return WORDS[place.covers];
}

/** What a pause does, for somebody who has never pressed the switch. */
export function pauseMeans({ covers }: PausePlace): string {
  const whose = covers === "everything" ? "of any tool or agent" : "of this tool";
  return `While it is paused, nothing ${whose} is claimed, so nothing more is sent downstream. Nothing is lost: what agents submit is recorded and waits, and the clocks of holds stand still. What is executing already finishes.`;
}

export function resumeMeans({ covers }: PausePlace): string {
  const also =
    covers === "everything"
      ? "Tools and agents with a pause of their own stay paused."
      : "A pause of everything or of an agent stays.";
  return `What is cleared runs at once, also what waited during the pause. Clocks of holds go on from where they stood. ${also}`;
}

export function doneWords(action: PauseAction, place: PausePlace): AnswerWords {
  const { what } = pauseWords(place);
  return action === "pause"
    ? { tone: "good", title: `You paused ${what}`, body: "Nothing more of it is claimed. What was executing finishes." }
    : { tone: "good", title: `You resumed ${what}`, body: "What is cleared runs; clocks of holds go on." };
}

export function undoneWords(action: PauseAction, place: PausePlace, error: unknown): AnswerWords {
  const { what } = pauseWords(place);
  const isNow = action === "pause" ? `${what} is paused` : `${what} is resumed`;
  return notDoneWords(error, {
    title: action === "pause" ? `You did not pause ${what}` : `You did not resume ${what}`,
    unanswered: {
      title: `It is not known whether ${isNow}`,
      body: "No answer came that says so. Look at the switch before you try again; pressing it twice does no harm.",
    },
    say: ({ code }) => (code === "role_required" ? "Your role does not allow it. Ask an approver or an admin." : null),
  });
}
