import type { Collision } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { clsx } from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type FieldPathByValue, type FieldValues, type PathValue, useWatch } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { useFieldError } from './form/form-fields.tsx'
import type { Form } from './form/use-form.ts'

/** A part of a text that patients should not get, with a sentence and the whole text in other words. */
type Finding = Pick<Collision, 'level' | 'from' | 'to' | 'message' | 'proposal'>

interface WordingProps {
  text: string
  findings: readonly Finding[]
  /** The sentence that the field says already. */
  said?: string | undefined
  /** Takes the proposed text. */
  onTake: (text: string) => void
}

/** So many characters of the text around a word show where it is. */
const AROUND = 28

/** The words that a text should not ask for, underlined, with a text that asks for others. */
export function Wording({ text, findings, said, onTake }: WordingProps) {
  const [first] = findings
  if (first === undefined) return null
  const isBarred = findings.some(({ level }) => level === 'problem')
  return (
    <div
      role="alert"
      aria-label="Wording"
      className={clsx(
        'mt-2 space-y-1 rounded-md border px-3 py-2 text-sm',
        isBarred ? 'border-bad-line bg-bad text-bad-text' : 'border-warn-line bg-warn text-warn-text',
      )}
    >
      {findings.map(({ level, from, to, message }) => (
        <p key={from} className="flex items-start gap-1.5 wrap-anywhere">
          <Mark level={level} />
          <span>
            <q>
              {cutBefore(text.slice(0, from))}
              <u className="font-semibold decoration-wavy underline-offset-3">{text.slice(from, to)}</u>
              {cutAfter(text.slice(to))}
            </q>
            {message !== said && <span className="block">{message}</span>}
          </span>
        </p>
      ))}
      <p className="pt-1 wrap-anywhere">
        Better: <q>{first.proposal}</q>
      </p>
      <Button size="sm" className="mt-1 pointer-coarse:h-11" onClick={() => onTake(first.proposal)}>
        Use this wording
      </Button>
    </div>
  )
}

function Mark({ level }: Pick<Finding, 'level'>) {
  const Icon = level === 'problem' ? CircleAlert : TriangleAlert
  return <Icon aria-hidden size={15} className="mt-0.5 shrink-0" />
}

/** The end of a text in whole words. A word of that length without a blank is cut. */
function cutBefore(text: string): string {
  if (text.length <= AROUND) return text
  // One more character tells whether the first word is whole.
  const words = text.slice(-AROUND - 1).replace(/^\S*\s+(?=\S)/, '')
  return `…${words.slice(-AROUND)}`
}

/** The beginning of a text in whole words, likewise. */
function cutAfter(text: string): string {
  if (text.length <= AROUND) return text
  const words = text.slice(0, AROUND + 1).replace(/(?<=\S)\s+\S*$/, '')
  return `${words.slice(0, AROUND)}…`
}

interface FormWordingProps<Values extends FieldValues> {
  form: Form<Values>
  name: FieldPathByValue<Values, string>
  find: (text: string) => readonly Finding[]
}

/** The wording of a field of a form, as it is typed. */
export function FormWording<Values extends FieldValues>({ form, name, find }: FormWordingProps<Values>) {
  const text: string = useWatch({ control: form.control, name })
  const error = useFieldError(form, name)
  const take = (words: string) => {
    form.setValue(name, words as PathValue<Values, typeof name>, {
      ...{ shouldDirty: true, shouldValidate: error !== undefined },
    })
    form.onChange()
  }
  return <Wording text={text} findings={find(text)} said={error} onTake={take} />
}
