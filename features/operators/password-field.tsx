import { Field, Input } from "@/components/field";
import { PASSWORD_MAX, PASSWORD_RULE, passwordProblem } from "./password-rule";

type PasswordFieldProps = {
  label: string;
  note: string;
  password: string;
  onChange: (password: string) => void;
  /** Whoever types was told the rule and asks to go on. */
  isAsked: boolean;
  refusal: string | null;
};

/** The rule is there before anything is typed. */
export function PasswordField({ label, note, password, onChange, isAsked, refusal }: PasswordFieldProps) {
  return (
    <Field
      label={label}
      hint={`${PASSWORD_RULE} ${note}`}
      error={(isAsked ? passwordProblem(password) : null) ?? refusal}
    >
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={password}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
