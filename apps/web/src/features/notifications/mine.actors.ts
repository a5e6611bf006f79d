import type { Api } from '../../api/client.ts'

/** More conversations than anybody has. Beyond this limit the number is too low, never too high. */
const LIMIT = 100

/** The number of unread messages in conversations assigned to the user, and of unseen mentions. */
export async function countMine(api: Api, organizationId: string): Promise<number> {
  const [{ data: conversations }, { unseen }] = await Promise.all([
    api('conversations', { query: { organizationId, status: ['all'], filter: 'mine', page: 1, limit: LIMIT } }),
    api('mentions', { query: { organizationId, limit: 1 } }),
  ])
  return conversations.reduce((sum, { unreadCount }) => sum + unreadCount, unseen)
}
