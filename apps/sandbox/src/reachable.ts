import type { SandboxConfig } from './config.ts'

/** The address that is signed or written is the public one; inside, the request takes the short way. */
export function reachable(url: string, { publicUrl, apiUrl }: Pick<SandboxConfig, 'publicUrl' | 'apiUrl'>): string {
  const rest = url.slice(publicUrl.length)
  return url.startsWith(publicUrl) && /^([/?]|$)/.test(rest) ? apiUrl + rest : url
}
