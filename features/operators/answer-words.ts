import { type AnswerWords, notDoneWords } from "@/components/answer-words";

export type OperatorAction = "create" | "change" | "disable" | "token" | "revoke";

const DONE: Record<OperatorAction, AnswerWords> = {
  create: { tone: "good", title: "The operator is there", body: "With a password they can sign in now." },
  change: { tone: "good", title: "The operator is changed", body: "A new role counts at once." },
  disable: {
    tone: "good",
    title: "The operator is disabled",
    body: "Their sessions and tokens open nothing any more.",
  },
  token: { tone: "good", title: "The token works", body: "Scripts can use it from now on." },
  revoke: { tone: "good", title: "The token is revoked", body: "Whoever uses it is refused from now on." },
};

const NOT_DONE: Record<OperatorAction, [title: string, unanswered: string, look: string]> = {
  create: ["The operator was not created", "whether the operator was created", "Look whether they are in the list"],
  change: ["The operator was not changed", "whether the operator was changed", "Reload the page and look"],
  disable: ["The operator was not disabled", "whether the operator was disabled", "Reload the page and look"],
  token: ["No token was made", "whether there is a new token", "Look at the tokens, and revoke one that nobody has"],
  revoke: ["The token was not revoked", "whether the token was revoked", "Look at the tokens"],
};

const CODE_WORDS: Record<string, string> = {
  last_admin:
    "This is the last admin: nobody would be left who can manage operators. Make somebody else an admin first.",
  operator_disabled: "Somebody has disabled this operator, and a disabled one stays disabled. Create another.",
  role_required: "You are no longer an admin. Ask one.",
};

export function doneWords(action: OperatorAction): AnswerWords {
  return DONE[action];
}

export function notDoneWordsOf(action: OperatorAction, error: unknown): AnswerWords {
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
