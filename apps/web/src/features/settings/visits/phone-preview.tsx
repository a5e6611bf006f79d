import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import { Mail } from 'lucide-react'
import { type Clinic, SAMPLE_NAME, sampleMoment, sampleText } from './sample.rules.ts'
import type { WrittenText } from './visits.rules.ts'

interface PhonePreviewProps {
  written: WrittenText | null
  clinic: Clinic
  now: Date
}

/** A text on the phone of an invented patient, as it is being written. */
export function PhonePreview({ written, clinic, now }: PhonePreviewProps) {
  const text = written === null || written.text.trim() === '' ? null : sampleText(written, clinic, now)
  const moment = written?.step ? sampleMoment(written.step, clinic, now) : null
  const isMail = written?.channel === 'email'
  return (
    <figure className="mx-auto w-full max-w-74">
      <figcaption className="mb-2 text-sm">
        <span className="font-semibold">{`What ${SAMPLE_NAME} sees`}</span>
        <span className="block text-xs text-muted">An invented patient</span>
      </figcaption>
      {/* A phone is light in both themes. */}
      <div data-theme="light" className="rounded-[28px] border-5 border-ink bg-surface px-3 pt-4 pb-6 text-ink">
        <div className="border-b border-line pb-2 text-center">
          <span
            aria-hidden
            className="mx-auto grid size-8 place-items-center rounded-full bg-sunken text-xs font-semibold text-muted"
          >
            {isMail ? <Mail size={15} /> : initialsOf(clinic.name)}
          </span>
          <p className="mt-1 text-xs wrap-anywhere">{clinic.name}</p>
        </div>
        <p className="num py-2 text-center text-xs text-muted">
          {[isMail ? 'Email' : 'Text message', moment].filter(Boolean).join(', ')}
        </p>
        <p
          dir="auto"
          className="min-h-16 w-fit max-w-full rounded-xl bg-sunken px-3 py-2 text-base whitespace-pre-wrap wrap-anywhere"
        >
          {text ?? '…'}
        </p>
        {text !== null && !isMail && <p className="mt-1 text-xs text-muted">{segmentWords(text)}</p>}
      </div>
    </figure>
  )
}

function segmentWords(text: string): string {
  const { segments } = segmentsOf(text)
  return segments === 1 ? '1 segment' : `${segments} segments, shown as one message`
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}
