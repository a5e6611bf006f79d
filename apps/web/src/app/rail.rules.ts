import type { RailItem } from '../parts/feature.ts'

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
