import type { NavigationItem, RailItem } from '../parts/feature.ts'

/** The address of the item that the shown address belongs to: the one that says most about it. */
export function currentOf(items: readonly Pick<RailItem, 'to'>[], pathname: string, search: string): string | null {
  const shown = new URLSearchParams(search)
  let current: { to: string; says: number } | null = null
  for (const { to } of items) {
    const [path = '', query = ''] = to.split('?')
    const asked = [...new URLSearchParams(query)]
    const fits = pathname === path || pathname.startsWith(`${path}/`)
    if (!fits || !asked.every(([name, value]) => shown.get(name) === value)) continue
    const says = path.split('/').length + asked.length
    if (current === null || says > current.says) current = { to, says }
  }
  return current?.to ?? null
}

/** The bar of a phone has room for so many destinations beside "More". */
const STANDING = 4

/** The items behind "More" on a phone: all but the first destinations. A view of a destination has no key of its own. */
export function beyondBar(items: readonly (RailItem | NavigationItem)[]): readonly RailItem[] {
  const standing = items.filter((item) => item.at === 'top' && 'key' in item).slice(0, STANDING)
  return items.filter((item) => !standing.includes(item))
}
