import type { Finding } from '@foyer/contracts/listings/finding.rules.ts'
import { bytesOf, REPLY_BYTES_MAX } from '@foyer/contracts/listings/limits.rules.ts'
import { clsx } from 'clsx'
import { useId, useRef } from 'react'
import { TextMarks } from '../../parts/text-marks.tsx'
import { Findings } from './findings.tsx'
import { lengthProblem, markedBy } from './reply.rules.ts'

interface ReplyBoxProps {
  text: string
  findings: readonly Finding[]
  proposal: string | null
  /** The server looks for what only it knows. */
  isChecking: boolean
  disabled: boolean
  onChange: (text: string) => void
}

/** The box and the copies of its words behind it lay out the same letters at the same places. */
const LAYOUT = 'px-3 py-2.5 text-base max-md:text-md'

/** The public reply. What it should not tell is marked while it is typed; the count is the bytes, as Google counts. */
export function ReplyBox({ text, findings, proposal, isChecking, disabled, onChange }: ReplyBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const count = useId()
  const tooLong = lengthProblem(text)
  const ofLevel = (level: Finding['level']) => findings.filter((one) => one.level === level)
  const take = (words: string) => {
    onChange(words)
    box.current?.focus()
  }
  return (
    <>
      <div
        className={clsx(
          'focus-shell relative rounded-md border bg-raised',
          tooLong === null ? 'border-control' : 'border-bad-fill',
        )}
      >
        <TextMarks box={box} parts={markedBy(text, ofLevel('warn'))} kind="warn" className={LAYOUT} />
        <TextMarks box={box} parts={markedBy(text, ofLevel('block'))} kind="bad" className={LAYOUT} />
        <textarea
          ref={box}
          dir="auto"
          rows={7}
          data-reply-box
          aria-label="Your public reply"
          aria-invalid={tooLong !== null || undefined}
          aria-describedby={count}
          value={text}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
          className={clsx(
            'scrollbar-quiet relative block field-sizing-content max-h-96 min-h-40 w-full resize-none bg-transparent wrap-anywhere whitespace-pre-wrap text-ink outline-none',
            LAYOUT,
          )}
        />
      </div>
      <div className="mt-2 flow-root">
        <p id={count} className="num float-right ml-3 text-xs text-muted">
          {`${bytesOf(text.trim()).toLocaleString('en-US')} of ${REPLY_BYTES_MAX.toLocaleString('en-US')} bytes`}
        </p>
        <Findings {...{ text, findings, proposal, isChecking }} onTake={take} />
        {tooLong !== null && (
          <p role="alert" className="mt-1 text-sm text-bad-text">
            {tooLong}
          </p>
        )}
      </div>
    </>
  )
}
