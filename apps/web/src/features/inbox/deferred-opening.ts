/** The code that opens a conversation. It is loaded with the thread's screen, when the pointer comes near the list. */
export type Opening = Pick<
  typeof import('./open-conversation.actors.ts'),
  'openThread' | 'openComposer' | 'isEmpty' | 'isWriting' | 'waitingCount' | 'moveOn'
>

let loaded: Opening | null = null

export async function fetchOpening(): Promise<Opening> {
  loaded ??= await import('./open-conversation.actors.ts')
  return loaded
}

/** The code if it is loaded already, so that a conversation opens without a delay; otherwise null. */
export function openingNow(): Opening | null {
  return loaded
}
