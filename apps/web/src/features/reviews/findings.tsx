import type { Finding } from '@foyer/contracts/listings/finding.rules.ts'
import { CircleAlert, ShieldCheck, TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface FindingsProps {
  text: string
  findings: readonly Finding[]
  /** The reply in safe words; null if nothing has to change. */
  proposal: string | null
  /** The server looks for what only it knows. */
  isChecking: boolean
  onTake: (text: string) => void
}

/** Lists what a reply tells and should not, each with the reason, and a wording that does not. */
export function Findings({ text, findings, proposal, isChecking, onTake }: FindingsProps) {
  const isBlocked = findings.some(({ level }) => level === 'block')
  return (
    <>
      <p role="status" aria-label="Privacy check" className="flex items-start gap-1.5 text-xs">
        {text.trim() !== '' && <CheckWords count={findings.length} {...{ isBlocked, isChecking }} />}
      </p>
      {findings.length > 0 && (
        <div
          className={`mt-2 rounded-md border px-3 py-2 text-sm ${
            isBlocked ? 'border-bad-line bg-bad' : 'border-warn-line bg-warn'
          }`}
        >
          <ul aria-label="Privacy findings" className="space-y-1.5">
            {findings.map(({ rule, level, from, to, why }) => (
              <li
                key={`${rule} ${from} ${to}`}
                className={`flex items-start gap-1.5 wrap-anywhere ${isBlocked ? 'text-bad-text' : 'text-warn-text'}`}
              >
                {level === 'block' ? (
                  <CircleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
                ) : (
                  <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
                )}
                <span>
                  <q className="font-semibold">{text.slice(from, to)}</q> {why}
                </span>
              </li>
            ))}
          </ul>
          {proposal !== null && (
            <>
              <p className="mt-2 wrap-anywhere">
                Better: <q>{proposal}</q>
              </p>
              <Button size="sm" className="mt-1.5" onClick={() => onTake(proposal)}>
                Use this wording
              </Button>
            </>
          )}
        </div>
      )}
    </>
  )
}

interface CheckWordsProps {
  count: number
  isBlocked: boolean
  isChecking: boolean
}

function CheckWords({ count, isBlocked, isChecking }: CheckWordsProps) {
  if (count === 0 && isChecking)
    return (
      <span className="flex items-center gap-1.5 text-muted">
        <Spinner size={14} />
        Checking for patient details…
      </span>
    )
  if (count === 0)
    return (
      <span className="flex items-center gap-1.5 text-ok-text">
        <ShieldCheck aria-hidden size={14} className="shrink-0" />
        No patient details found
      </span>
    )
  return (
    <span className={isBlocked ? 'text-bad-text' : 'text-warn-text'}>
      {`${count === 1 ? '1 place' : `${count} places`} to look at${isBlocked ? ' before this can be posted' : ''}`}
    </span>
  )
}
