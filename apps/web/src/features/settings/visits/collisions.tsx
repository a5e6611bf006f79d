import { collisionsIn } from '@foyer/contracts/appointments/reply-words.rules.ts'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface CollisionsProps {
  text: string
  /** The field says the reason already. */
  isSaid: boolean
  /** Takes the proposed text. */
  onTake: (text: string) => void
}

/** So many characters of the text around a word show where it is. */
const AROUND = 28

/** The words by which a reply would opt the patient out, underlined, with a text that asks for others. */
export function Collisions({ text, isSaid, onTake }: CollisionsProps) {
  const found = collisionsIn(text)
  const [first] = found
  return (
    <div role="status">
      {first !== undefined && (
        <div className="mt-2 rounded-md border border-warn-line bg-warn px-3 py-2 text-sm text-warn-text">
          {found.map(({ from, to, word, message }) => (
            <p key={from} className="flex items-start gap-1.5 wrap-anywhere">
              <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
              <span>
                <q>
                  {cutBefore(text.slice(0, from))}
                  <u className="font-semibold decoration-bad-fill decoration-wavy underline-offset-3">{word}</u>
                  {cutAfter(text.slice(to))}
                </q>
                {!isSaid && <span className="block">{message}</span>}
              </span>
            </p>
          ))}
          <p className="mt-2 wrap-anywhere">
            Better: <q>{first.proposal}</q>
          </p>
          <Button size="sm" className="mt-2" onClick={() => onTake(first.proposal)}>
            Use this text
          </Button>
        </div>
      )}
    </div>
  )
}

const cutBefore = (text: string) => (text.length > AROUND ? `…${text.slice(-AROUND)}` : text)
const cutAfter = (text: string) => (text.length > AROUND ? `${text.slice(0, AROUND)}…` : text)
