import { isNewerPage } from './absent-code.rules.ts'

/** Why code could not be loaded; `unknown` if the server is reachable and has the same version. */
export type Absence = 'unreachable' | 'newer version' | 'unknown'

/** Asks the server for its page: the address of its script changes with every version. */
export async function absence(): Promise<Absence> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    if (!answer.ok) return 'unreachable'
    return own !== undefined && isNewerPage(await answer.text(), own) ? 'newer version' : 'unknown'
  } catch {
    return 'unreachable'
  }
}
