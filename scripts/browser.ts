import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** The first is a Chromium without windows, as Playwright brings one: a sixth less work. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** A Chromium for the tests: the system's, or the one that Playwright installed; undefined if there is none. */
export function browserPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** As root on Debian from its packages; elsewhere by Playwright, which brings its own. */
export function installBrowser(): void {
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium from the system packages…')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const arguments_ = ['install', '-y', '-qq', '--no-install-recommends', name]
      if (spawnSync('apt-get', arguments_, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0) break
    }
  } else {
    spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit' })
  }
  if (!browserPath()) {
    console.error('The tests need Chromium: install it, or set CHROMIUM_PATH to one.')
    process.exit(1)
  }
}

/** Playwright turns these off. Chromium reads the last `--disable-features` only. */
const OF_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch', 'msForceBrowserSignIn'],
  'msEdgeUpdateLaunchServicesPreferredVersion',
]
/** Two pages below the address bar, which Chromium loads into every window: half of the work of opening a window. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** How every test starts it: root may not use its sandbox, and nothing here needs the network beyond loopback. */
export const BROWSER_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OF_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
]
