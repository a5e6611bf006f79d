/** The tabs of a chart, and the one that an address names. */
export const CHART_TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'conversations', label: 'Conversations' },
  { value: 'visits', label: 'Visits' },
  { value: 'notes', label: 'Notes' },
  { value: 'consent', label: 'Consent' },
  { value: 'files', label: 'Files' },
  { value: 'history', label: 'History' },
  { value: 'audit', label: 'Audit' },
] as const

export type ChartTabName = (typeof CHART_TABS)[number]['value']

/** [OPEN-044] Admins alone see who opened and changed a chart. */
export function tabsFor(role: string) {
  return CHART_TABS.filter(({ value }) => value !== 'audit' || role === 'admin')
}

/** The tab of an address; an unknown word leads to the overview. */
export function tabOf(address: string): ChartTabName {
  return CHART_TABS.find(({ value }) => value === address)?.value ?? 'overview'
}

/** The address of another tab: it keeps the organization, because one tab's filters do not apply to another. */
export function tabSearch(tab: ChartTabName, before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams()
  const organizationId = before.get('organizationId')
  if (organizationId !== null) after.set('organizationId', organizationId)
  if (tab !== 'overview') after.set('tab', tab)
  return after
}
