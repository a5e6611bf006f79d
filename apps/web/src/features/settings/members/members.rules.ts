import type { Member } from '@foyer/contracts/main/member-calls.ts'
import type { Sort } from '../../../ui/table/columns.ts'

const ORDERS = {
  name: (one, other) => one.name.localeCompare(other.name),
  role: (one, other) => one.role.localeCompare(other.role),
  since: (one, other) => one.joinedAt.localeCompare(other.joinedAt),
} satisfies Record<string, (one: Member, other: Member) => number>

export const MEMBER_ORDERS = Object.keys(ORDERS)

/** Members with the same role or join time are sorted by name. */
export function sortMembers(members: readonly Member[], { by, descending }: Sort): Member[] {
  const order = ORDERS[by as keyof typeof ORDERS]
  return members.toSorted((one, other) => (descending ? -1 : 1) * order(one, other) || ORDERS.name(one, other))
}
