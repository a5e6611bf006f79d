/** The schema of an audience's rules, made from the table of filters. An issue names `audience.rules.2.op`. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { isZone } from '../time/wall-clock.rules.ts'
import {
  AGE_MAX,
  contactWays,
  FILTERS,
  type FilterKind,
  type FilterRule,
  type FilterValues,
  filterUnits,
  genders,
  SPAN_MAX,
} from './filters.rules.ts'
import { RULES_MAX } from './limits.rules.ts'

/** An IANA name of a time zone. */
export const zone = field.text(60).refine(isZone, 'Not a time zone')

const visitType = field.filledText(80)

const VALUES: { readonly [Kind in FilterKind]: z.ZodType<FilterValues[Kind]> } = {
  years: z.int().min(0).max(AGE_MAX),
  gender: z.enum(genders),
  insurance: field.filledText(100),
  flag: z.boolean(),
  doctor: field.id,
  campaign: field.id,
  import: field.id,
  span: z.strictObject({ value: z.int().min(1).max(SPAN_MAX), unit: z.enum(filterUnits) }),
  typeSince: z.strictObject({ type: visitType, day: field.day }),
  visitType,
  contact: z.enum(contactWays),
  zone,
  nothing: z.null().default(null),
}

const ruleSchemas = Object.entries(FILTERS).map(([name, operators]) => {
  const byOperator = Object.entries(operators).map(([op, kind]) =>
    z.strictObject({ field: z.literal(name), op: z.literal(op), value: VALUES[kind] }),
  )
  return z.discriminatedUnion('op', asSome(byOperator), { error: 'Not an operator of this field' })
})

export const filterRuleSchema = z.discriminatedUnion('field', asSome(ruleSchemas), {
  error: 'Not a field of filters',
}) as unknown as z.ZodType<FilterRule, FilterRule>

export const filterRulesSchema = z.array(filterRuleSchema).max(RULES_MAX)

function asSome<Item>(items: readonly Item[]): [Item, ...Item[]] {
  return items as [Item, ...Item[]]
}
