import { type AnswerWords, notDoneWords } from "@/components/answer-words";

export type AgentAction = "revoke" | "disable" | "pause" | "resume" | "change" | "create" | "rotate";

const DONE: Record<AgentAction, AnswerWords> = {
  revoke: { tone: "good", title: "The key is revoked", body: "Whoever uses it is refused from now on." },
  disable: { tone: "good", title: "The agent is disabled", body: "None of its keys opens anything any more." },
  pause: {
    tone: "good",
    title: "The agent is paused",
    body: "Nothing of it is claimed until somebody resumes it. What was executing finishes.",
  },
  resume: { tone: "good", title: "The agent is resumed", body: "What is cleared runs; clocks of holds go on." },
  change: { tone: "good", title: "The agent is changed", body: "It counts from the next submission on." },
  create: { tone: "good", title: "The agent is there", body: "It can submit with its key." },
  rotate: { tone: "good", title: "The new key works", body: "The earlier ones end as you chose." },
};

const NOT_DONE: Record<AgentAction, [title: string, unanswered: string, look: string]> = {
  revoke: ["The key was not revoked", "whether the key was revoked", "Look at the keys below"],
  disable: ["The agent was not disabled", "whether the agent was disabled", "Look at its state"],
  pause: ["The agent was not paused", "whether the agent was paused", "Look at its state"],
  resume: ["The agent was not resumed", "whether the agent was resumed", "Look at its state"],
  change: ["The agent was not changed", "whether the agent was changed", "Reload the page and look"],
  create: ["The agent was not created", "whether the agent was created", "Look whether it is in the list"],
  rotate: ["The key was not rotated", "whether there is a new key", "Look at the keys, and revoke one that nobody has"],
};

export function doneWords(action: AgentAction): AnswerWords {
  return DONE[action];
}

const CODE_WORDS: Record<string, string> = {
  role_required: "Your role does not allow it. Ask an admin.",
  agent_disabled: "Somebody has disabled this agent, and a disabled one stays disabled. Create another.",
};

export function notDoneWordsOf(action: AgentAction, error: unknown): AnswerWords {
  const [title, unanswered, look] = NOT_DONE[action];
  return notDoneWords(error, {
    title,
    unanswered: {
      title: `It is not known ${unanswered}`,
      body: `No answer came that says so. ${look} before you try again.`,
    },
    say: ({ code }) => CODE_WORDS[code],
  });
}
