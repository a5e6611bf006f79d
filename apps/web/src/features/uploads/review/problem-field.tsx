import type { Issue } from '@foyer/contracts/imports/imports.ts'
import { CELL_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import { IssueLine } from './issue-line.tsx'
import { ReadAsButton } from './read-as-button.tsx'
import type { ShownRow } from './rows.rules.ts'

interface ProblemFieldProps {
  shown: ShownRow
  issue: Issue | undefined
  /** "Date of birth, row 47" */
  label: string
  text: string
  /** The text is on its way. */
  isPending: boolean
  off: string | undefined
  onReadAs: (() => void) | undefined
  onMend: (text: string) => void
  /** The field holds this text that is not saved: it is left while offline, or taken away by a colleague's change. */
  onLeft: (text: string) => void
}

/** A cell with a problem, as a field in its place. Leaving it keeps the text. */
export function ProblemField({
  shown,
  issue,
  label,
  text,
  isPending,
  off,
  onReadAs,
  onMend,
  onLeft,
}: ProblemFieldProps) {
  const [own, setOwn] = useState({ text, typed: text })
  // Another text of the server replaces none that somebody is typing.
  if (own.text !== text) setOwn({ text, typed: own.typed === own.text ? text : own.typed })
  const id = useId()
  /** Escape leaves the field without its text. */
  const isDropped = useRef(false)
  const isError = issue?.level === 'error' && !isPending
  const unsaved = useRef<() => void>(undefined)
  useEffect(() => {
    unsaved.current = own.typed === text ? undefined : () => onLeft(own.typed)
  })
  useEffect(() => () => unsaved.current?.(), [])
  const keep = (typed: string) => {
    if (typed === text && (off !== undefined || !shown.isFailed)) return
    unsaved.current = undefined
    if (off === undefined) onMend(typed)
    else onLeft(typed)
  }
  return (
    <span className="block min-w-0">
      <input
        type="text"
        aria-label={label}
        aria-invalid={isError || undefined}
        aria-describedby={issue ? id : undefined}
        aria-busy={isPending || undefined}
        data-problem=""
        value={own.typed}
        maxLength={CELL_MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setOwn({ text, typed: target.value })}
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return
          isDropped.current = true
          setOwn({ text, typed: text })
        }}
        onBlur={() => {
          if (!isDropped.current) keep(own.typed)
          isDropped.current = false
        }}
        className={clsx(
          'h-7 w-full min-w-0 rounded-md border-2 px-2 text-sm text-ink max-md:h-11 max-md:text-md pointer-coarse:h-11',
          isError
            ? 'border-bad-fill bg-bad'
            : issue && !isPending
              ? 'border-warn-line bg-warn'
              : 'border-control bg-raised',
        )}
      />
      {issue && !isPending && (
        <IssueLine issue={issue} id={id}>
          <ReadingAction {...{ issue, off, onReadAs }} />
          {issue.offers?.map((offer) => (
            <button
              key={offer}
              type="button"
              onClick={() => onMend(offer)}
              className="num mt-1 mr-1 inline-flex min-h-6 items-center rounded-md border border-line-strong bg-raised px-2 text-xs font-medium text-ink hover:bg-hover pointer-coarse:min-h-11"
            >
              {`Use ${offer}`}
            </button>
          ))}
        </IssueLine>
      )}
    </span>
  )
}

interface ReadingActionProps {
  issue: Issue
  off: string | undefined
  onReadAs: (() => void) | undefined
}

/** Letters are lost by a wrong encoding, which the reading of the file chooses. */
export function ReadingAction({ issue: { code }, off, onReadAs }: ReadingActionProps) {
  if (onReadAs === undefined || (code !== 'lost_letters' && code !== 'lost_letters_kept')) return null
  return (
    <span className="mt-1 block">
      <ReadAsButton onReadAs={onReadAs} why={off} />
    </span>
  )
}
