import type { NavigationItem, RailItem } from '../parts/feature.ts'

/** The address of the item that the shown address belongs to: the one that says most about it. */
export function currentOf(
  items: readonly Pick<RailItem, 'to' | 'holds'>[],
  pathname: string,
  search: string,
): string | null {
  const shown = new URLSearchParams(search)
  let current: { to: string; says: number } | null = null
  for (const { to, holds = [] } of items) {
    for (const address of [to, ...holds]) {
      const [path = '', query = ''] = address.split('?')
      const asked = [...new URLSearchParams(query)]
      const fits = pathname === path || pathname.startsWith(`${path}/`)
      if (!fits || !asked.every(([name, value]) => shown.get(name) === value)) continue
      const says = path.split('/').length + asked.length
      // An item of the address itself comes before one that holds it.
      if (current === null || says > current.says || (says === current.says && address === to)) current = { to, says }
    }
  }
  return current?.to ?? null
}

/** The item that the rail marks: a page that the rail does not lead to belongs to the one that holds it. */
export function markedOf(items: readonly RailItem[], pathname: string, search: string): string | null {
  const led = items.filter(({ at }) => at !== 'elsewhere')
  return currentOf(led, pathname, search)
}

/** The bar of a phone has room for so many destinations beside "More". */
const STANDING = 4

/** The items behind "More" on a phone: all but the first destinations. A view of a destination has no key of its own. */
export function beyondBar(items: readonly (RailItem | NavigationItem)[]): readonly RailItem[] {
  const standing = items.filter((item) => item.at === 'top' && 'key' in item).slice(0, STANDING)
  return items.filter((item) => !standing.includes(item))
}
