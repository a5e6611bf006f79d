import { FALLBACK_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import { fieldOf, type OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { gapFields, gapWords, type WrittenMessage, wordsWithin } from './message.rules.ts'
import { fieldLabel } from './word-parts.rules.ts'

export interface Gap {
  readonly field: string
  readonly count: number
}

interface GapNotesProps {
  message: WrittenMessage
  onChange: (change: Partial<WrittenMessage>) => void
  gaps: readonly Gap[]
}

const LINK = 'inline-flex min-h-6 items-center font-medium text-link underline pointer-coarse:min-h-11'

/** The details that are not on file for everybody, and the words that stand for them. */
export function GapNotes({ message: { content, fallbacks }, onChange, gaps }: GapNotesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const fields = gapFields(content)
  const known = gaps.flatMap(({ field, count }) => {
    const own = fieldOf(field)
    // The count may be older than the words.
    const isAsked = own !== undefined && (fields.includes(own) || wordsWithin(content, own) !== undefined)
    return isAsked && count > 0 ? [{ field: own, count }] : []
  })
  if (fields.length === 0 && known.length === 0) return null
  function change(field: OutreachField, words: string) {
    const { [field]: _, ...others } = fallbacks
    onChange({ fallbacks: words.trim() === '' ? others : { ...others, [field]: words } })
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {known.map(({ field, count }) => (
        <p key={field} className="flex flex-wrap items-center gap-x-1.5">
          <Info aria-hidden size={14} className="shrink-0" />
          {gapWords(field, count, wordsWithin(content, field) ?? fallbacks[field])}
        </p>
      ))}
      {fields.length > 0 && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className={LINK}>
          {known.length > 0 ? 'Change' : 'Words for missing details'}
        </button>
      )}
      {isOpen && fields.length > 0 && (
        <fieldset className="mt-1 flex basis-full flex-wrap gap-3">
          <legend className="mb-1 text-xs">
            Without such words, patients of whom a detail is missing are left out.
          </legend>
          {fields.map((field) => (
            <Field
              key={field}
              label={`Instead of ${fieldLabel(field).toLowerCase()}`}
              autoComplete="off"
              maxLength={FALLBACK_MAX}
              value={fallbacks[field] ?? ''}
              onChange={({ target }) => change(field, target.value)}
              className="w-48"
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
