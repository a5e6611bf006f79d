import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import { Mail } from 'lucide-react'

interface PhoneProps {
  type: CampaignType
  clinicName: string
  /** The number that the text comes from, as people write it. */
  clinicPhone: string | null
  /** When it arrives: "Wed, Nov 25, 10:30 AM". */
  moment: string
  subject: string
  text: string
  /** "2 segments, shown as one message" */
  note: string | null
}

/** The message as a patient sees it. A phone is light in both themes. */
export function Phone({ type, clinicName, clinicPhone, moment, subject, text, note }: PhoneProps) {
  return (
    // The line outside is of the page's theme: it separates the phone from a dark page.
    <div className="mx-auto w-full max-w-74 rounded-[31px] ring-1 ring-line-strong">
      <div data-theme="light" className="rounded-[30px] border-6 border-ink bg-surface px-3 pt-3 pb-4 text-ink">
        <div aria-hidden className="flex items-center justify-between px-2 text-2xs font-semibold">
          <span className="num">9:41</span>
          <span className="h-4 w-16 rounded-full bg-ink" />
          <span className="w-6" />
        </div>
        <div className="mt-2 border-b border-line pb-2 text-center">
          <span
            aria-hidden
            className="mx-auto grid size-9 place-items-center rounded-full bg-press text-xs font-semibold text-muted"
          >
            {type === 'email' ? <Mail size={16} /> : initialsOf(clinicName)}
          </span>
          <p className="num mt-1 text-xs wrap-anywhere">{(type === 'SMS' && clinicPhone) || clinicName}</p>
        </div>
        <p className="num py-2.5 text-center text-xs text-muted">
          {`${type === 'SMS' ? 'Text message' : 'Email'}, ${moment}`}
        </p>
        {type === 'email' && <p className="mb-2 text-sm font-semibold wrap-anywhere">{subject || 'No subject yet'}</p>}
        <p
          dir="auto"
          className={
            type === 'SMS'
              ? 'min-h-16 w-fit max-w-[92%] rounded-xl bg-press px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere'
              : 'min-h-32 text-sm whitespace-pre-wrap wrap-anywhere'
          }
        >
          {text.trim() === '' ? '…' : text}
        </p>
        {note !== null && <p className="mt-1.5 px-1 text-xs text-muted">{note}</p>}
        {type === 'SMS' && (
          <p aria-hidden className="mt-10 rounded-full border border-line-strong px-3 py-1.5 text-xs text-muted">
            Text message
          </p>
        )}
      </div>
    </div>
  )
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}
