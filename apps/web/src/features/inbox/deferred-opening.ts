/** What opens a conversation, a thread and a composer at work, is fetched like their screen: when a hand comes near the list. */
export type Opening = Pick<
  typeof import('./open-conversation.actors.ts'),
  'openThread' | 'openComposer' | 'isSpent' | 'waitingIn'
>

let fetched: Opening | null = null

export async function fetchOpening(): Promise<Opening> {
  fetched ??= await import('./open-conversation.actors.ts')
  return fetched
}

/** Null where it is still to be fetched: what is here opens a conversation without a moment's wait. */
export function openingNow(): Opening | null {
  return fetched
}
