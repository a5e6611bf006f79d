import type { Plugin } from 'vite'

/** Picks its transport from a table, so the bundler can't see that only the web socket is ever asked for. */
const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/index\.js$/
const WEB_SOCKET = `import { WS } from './websocket.node.js'
export const transports = { websocket: WS }`

const ROUTER = /react-router\/dist\/\w+\/lib\/.*\.js$/
const PREFETCHING = /\/ssr\/components\.js$/
const NO_PREFETCHING = '\0no-prefetching'
/** The router's links import these four, and fetch pages ahead only with its server's manifest. */
const WITHOUT_MANIFEST = `import { createContext } from 'react'
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, null, {}]
export const mergeRefs = (ref) => ref`

const ICON_RENDERER = /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/
/** What the package's renderer makes of the props that this app passes, which set neither defaults nor an absolute width. */
const RENDERER = `import { createElement, forwardRef } from 'react'
const hasName = (props) => Object.keys(props).some((key) => key.startsWith('aria-') || key === 'role' || key === 'title')
export default ({ name, node }) =>
  forwardRef(({ size = 24, className, children, ...rest }, ref) =>
    createElement('svg', {
      ref, xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none',
      stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
      className: 'lucide lucide-' + name + (className ? ' ' + className : ''),
      'aria-hidden': children || hasName(rest) ? undefined : true, ...rest
    }, ...node.map((one) => createElement(one[0], one[1])), children))`

/**
 * Leaves out what three packages bring but this app never runs: Socket.IO's transports other than the web socket, the
 * router's prefetching of pages that its own server renders, and the icons' context and other shapes. A new export that either needs fails the build.
 */
export function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (PREFETCHING.test(source) && ROUTER.test(importer ?? '') ? NO_PREFETCHING : null),
    load: (id) => (id === NO_PREFETCHING ? WITHOUT_MANIFEST : null),
    transform: {
      filter: { id: [TRANSPORTS, ICON_RENDERER] },
      handler: (_, id) => ({ code: TRANSPORTS.test(id) ? WEB_SOCKET : RENDERER, map: null }),
    },
  }
}
