import type { Plugin } from 'vite'

/** Picks its transport from a table, so the bundler can't see that only the web socket is ever asked for. */
const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/index\.js$/
const WEB_SOCKET = `import { WS } from './websocket.node.js'
export const transports = { websocket: WS }`

/** Names its components and wraps them by calls, so the bundler keeps those that nothing uses. */
const ROUTER_PARTS = /react-router\/dist\/production\/lib\/dom\/(?:ssr\/components|lib)\.js$/
const NAMING = /^\w+\.displayName = "\w+";$/gm
const WRAPPING = /^(const \w+ = )(?=React\$1\.(?:forwardRef|createContext)\()/gm

/**
 * Leaves out Socket.IO's transports other than the web socket, and the router's components that nothing uses. Another export
 * of the transports that is needed fails the build.
 */
export function unusedParts(): Plugin[] {
  const kept = { apply: 'build', enforce: 'pre' } as const
  return [
    {
      ...{ name: 'unused-transports', ...kept },
      transform: { filter: { id: TRANSPORTS }, handler: () => ({ code: WEB_SOCKET, map: null }) },
    },
    {
      ...{ name: 'unused-router-parts', ...kept },
      transform: {
        filter: { id: ROUTER_PARTS },
        handler: (code) => ({ code: code.replace(NAMING, '').replace(WRAPPING, '$1/* @__PURE__ */ '), map: null }),
      },
    },
  ]
}
