import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { clsx } from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { problemCount } from '../block-words.rules.ts'

interface ProblemsProps {
  findings: readonly Finding[]
  onOpen: (nodeId: string | null) => void
}

/** The number of problems, and below it each of them. A flow without any has no button. */
export function Problems({ findings, onOpen }: ProblemsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (findings.length === 0) return null
  const hasError = findings.some(({ severity }) => severity === 'error')
  return (
    <div className="absolute top-3 left-3 z-20 max-w-[calc(100%-1.5rem)]">
      <button
        type="button"
        data-problems
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={clsx(
          'inline-flex h-7 items-center gap-1.5 rounded-md border px-2.5 text-xs font-semibold pointer-coarse:h-11',
          hasError ? 'border-bad-line bg-bad text-bad-text' : 'border-warn-line bg-warn text-warn-text',
        )}
      >
        <Sign isError={hasError} />
        {problemCount(findings.length)}
      </button>
      {isOpen && (
        <ul
          id={id}
          aria-label="Problems"
          className="scrollbar-quiet mt-1.5 max-h-80 w-80 max-w-full divide-y divide-line overflow-y-auto rounded-lg bg-raised shadow-pop"
        >
          {findings.map((finding, place) => (
            <li key={`${place} ${finding.code}`}>
              <button
                type="button"
                onClick={() => {
                  setIsOpen(false)
                  onOpen(finding.nodeId)
                }}
                className="focus-inset flex w-full items-start gap-2 px-3 py-2 text-left text-sm hover:bg-hover"
              >
                <span className={clsx('mt-0.5', finding.severity === 'error' ? 'text-bad-text' : 'text-warn-text')}>
                  <Sign isError={finding.severity === 'error'} />
                </span>
                <span className="min-w-0 wrap-anywhere">
                  <span className="sr-only">{finding.severity === 'error' ? 'Error: ' : 'Warning: '}</span>
                  {finding.message}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Sign({ isError }: { isError: boolean }) {
  const Icon = isError ? CircleAlert : TriangleAlert
  return <Icon aria-hidden size={14} className="shrink-0" />
}
