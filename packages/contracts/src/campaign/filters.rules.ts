/**
 * The filters of an audience as data: fields, their operators, and the kind of value of each operator. The schema, the SQL and
 * the form are made from this table alone.
 */

export const filterUnits = ['day', 'week', 'month', 'year'] as const
export type FilterUnit = (typeof filterUnits)[number]

/** "18 months" */
export interface Span {
  readonly value: number
  readonly unit: FilterUnit
}

/** A kind of visit, and the first day that counts. */
export interface TypeSince {
  readonly type: string
  readonly day: string
}

export const genders = ['male', 'female', 'other', 'unknown'] as const
export const contactWays = ['text', 'call', 'email'] as const

export const AGE_MAX = 150
export const SPAN_MAX = 1000

/** The value of an operator by its kind. */
export interface FilterValues {
  readonly years: number
  readonly gender: (typeof genders)[number]
  readonly insurance: string
  readonly flag: boolean
  /** The id of a doctor, a campaign or an import of the organization. */
  readonly doctor: string
  readonly campaign: string
  readonly import: string
  readonly span: Span
  readonly typeSince: TypeSince
  readonly visitType: string
  readonly contact: (typeof contactWays)[number]
  /** An IANA name. */
  readonly zone: string
  /** The operator says all. */
  readonly nothing: null
}
export type FilterKind = keyof FilterValues

export const FILTERS = {
  age: { atLeast: 'years', atMost: 'years' },
  gender: { is: 'gender', isNot: 'gender' },
  insurance: { is: 'insurance', isNot: 'insurance' },
  cashPay: { is: 'flag', isNot: 'flag' },
  doctor: { is: 'doctor', isNot: 'doctor' },
  lastVisit: { inLast: 'span', notInLast: 'span', none: 'nothing' },
  nextVisit: { inNext: 'span', none: 'nothing' },
  visitType: { hadSince: 'typeSince', notHadSince: 'typeSince' },
  dueFor: { is: 'visitType' },
  preferredContact: { is: 'contact', isNot: 'contact' },
  timezone: { is: 'zone', isNot: 'zone' },
  lastContact: { notInLast: 'span' },
  campaign: { got: 'campaign', didNotGet: 'campaign', replied: 'campaign', didNotReply: 'campaign' },
  import: { is: 'import' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FilterKind>>>>

export type FilterField = keyof typeof FILTERS
export type OperatorOf<Field extends FilterField> = Field extends FilterField ? keyof (typeof FILTERS)[Field] : never
export type FilterOperator = OperatorOf<FilterField>

type RuleOf<Field extends FilterField> = {
  [Op in keyof (typeof FILTERS)[Field]]: {
    readonly field: Field
    readonly op: Op
    readonly value: (typeof FILTERS)[Field][Op] extends FilterKind ? FilterValues[(typeof FILTERS)[Field][Op]] : never
  }
}[keyof (typeof FILTERS)[Field]]

/** One rule of an audience; all rules of an audience must hold. */
export type FilterRule = { [Field in FilterField]: RuleOf<Field> }[FilterField]

export const filterFields = Object.keys(FILTERS) as readonly FilterField[]

/** The operators of a field, in the order in which a screen offers them. */
export function operatorsOf(field: FilterField): readonly FilterOperator[] {
  return Object.keys(FILTERS[field]) as FilterOperator[]
}

/** The kind of value; null if the field does not have the operator. */
export function kindOf(field: FilterField, op: string): FilterKind | null {
  const kinds: Readonly<Record<string, FilterKind>> = FILTERS[field]
  return Object.hasOwn(kinds, op) ? (kinds[op] ?? null) : null
}

/** The other records that rules name by their ids; they have to be the organization's own. */
export function idsOf(rules: readonly FilterRule[], kind: 'doctor' | 'campaign' | 'import'): readonly string[] {
  const ids = rules.flatMap(({ field, op, value }) =>
    kindOf(field, op) === kind && typeof value === 'string' ? [value] : [],
  )
  return [...new Set(ids)]
}

const FIELD_LABELS: Readonly<Record<FilterField, string>> = {
  age: 'Age',
  gender: 'Gender',
  insurance: 'Insurance',
  cashPay: 'Cash pay',
  doctor: 'Doctor',
  lastVisit: 'Last visit',
  nextVisit: 'Next visit',
  visitType: 'Kind of visit',
  dueFor: 'Due for',
  preferredContact: 'Preferred contact',
  timezone: 'Time zone',
  lastContact: 'Last contact',
  campaign: 'Campaign',
  import: 'Import',
}

export function filterLabel(field: FilterField): string {
  return FIELD_LABELS[field]
}

const OPERATOR_LABELS: Readonly<Record<FilterOperator, string>> = {
  atLeast: 'is at least',
  atMost: 'is at most',
  is: 'is',
  isNot: 'is not',
  inLast: 'in the last',
  notInLast: 'not in the last',
  inNext: 'in the next',
  none: 'none',
  hadSince: 'recorded since',
  notHadSince: 'not recorded since',
  got: 'got it',
  didNotGet: 'did not get it',
  replied: 'replied',
  didNotReply: 'did not reply',
}

export function operatorLabel(op: FilterOperator): string {
  return OPERATOR_LABELS[op]
}
