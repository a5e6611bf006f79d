import type { Api } from '../../api/client.ts'

/** More conversations than anybody has: beyond them the number is too low, never too high. */
const LIMIT = 100

/** How much waits for this person: unread messages of what is assigned to them, and where they are named. */
export async function countMine(api: Api, organizationId: string): Promise<number> {
  const [{ data: conversations }, { unseen }] = await Promise.all([
    api('conversations', { query: { organizationId, status: ['all'], filter: 'mine', page: 1, limit: LIMIT } }),
    api('mentions', { query: { organizationId, limit: 1 } }),
  ])
  return conversations.reduce((sum, { unreadCount }) => sum + unreadCount, unseen)
}
