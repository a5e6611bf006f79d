/** The placeholders in words while they are written: their names, and the chips that stand for them. */
import { fieldOf, type OutreachField, outreachFields } from '@foyer/contracts/outreach/fields.rules.ts'
import { placeholdersIn } from '@foyer/contracts/outreach/placeholders.rules.ts'

const LABELS: Readonly<Record<OutreachField, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  name: 'Name',
  doctor: 'Doctor',
  visitDate: 'Visit day',
  visitTime: 'Visit time',
  location: 'Location',
  clinic: 'Clinic',
  clinicPhone: 'Clinic phone',
  bookingLink: 'Booking link',
}

export function fieldLabel(field: OutreachField): string {
  return LABELS[field]
}

/** These have a button of their own; the others are in a menu. */
export const BUTTON_FIELDS = ['firstName', 'doctor', 'clinicPhone', 'bookingLink'] as const
export const MENU_FIELDS = outreachFields.filter((field) => !(BUTTON_FIELDS as readonly string[]).includes(field))

export interface WordPart {
  readonly text: string
  /** The label of a chip; null for a chip whose placeholder no field has, undefined for plain words. */
  readonly chip?: string | null
  /** Patients should not get these words. */
  readonly flagged?: boolean
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** The text cut into plain words, chips and flagged words, in order. */
export function partsOf(text: string, flagged: readonly Range[]): WordPart[] {
  const chips = placeholdersIn(text)
  const edges = [0, text.length, ...[...chips, ...flagged].flatMap(({ from, to }) => [from, to])]
  const cuts = [...new Set(edges)].toSorted((one, other) => one - other)
  return cuts.slice(0, -1).flatMap((from, place) => {
    const to = cuts[place + 1] ?? text.length
    const chip = chips.find((one) => one.from <= from && to <= one.to)
    const part = { text: text.slice(from, to) }
    if (chip) return chip.from === from ? [{ text: text.slice(chip.from, chip.to), chip: labelOf(chip.name) }] : []
    return [flagged.some((one) => one.from <= from && to <= one.to) ? { ...part, flagged: true } : part]
  })
}

function labelOf(name: string): string | null {
  const field = fieldOf(name)
  return field === undefined ? null : LABELS[field]
}

/** The placeholder around the caret, or the one that ends or begins there. */
export function chipAt(text: string, caret: number, side: 'within' | 'before' | 'after'): Range | undefined {
  return placeholdersIn(text).find(({ from, to }) => {
    if (side === 'before') return caret > from && caret <= to
    return side === 'after' ? caret >= from && caret < to : caret > from && caret < to
  })
}
