import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { CircleAlert } from 'lucide-react'
import { gapsIn, type TypedNotification } from './send.rules.ts'

interface GapLineProps {
  words: string
  record: PatientRecord | null
  type: TypedNotification['type']
}

/** The details that nothing was filled in for. Nothing is sent until words stand in their place. */
export function GapLine({ words, record, type }: GapLineProps) {
  const gaps = gapsIn(words)
  if (gaps.length === 0) return null
  const typed = type === 'SMS' ? 'A typed number' : 'A typed address'
  const why = record === null ? `${typed} has no patient’s details.` : 'The records do not have these details.'
  return (
    <div role="status" aria-label="Missing details" className="mt-2 text-sm text-bad-text">
      <p className="flex items-start gap-1.5">
        <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        {`${why} Write your own words in the place of each.`}
      </p>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {gaps.map((gap) => (
          <li key={gap} className="rounded-sm bg-bad px-1.5 py-0.5 ring-1 ring-bad-line">
            {gap}
          </li>
        ))}
      </ul>
    </div>
  )
}
