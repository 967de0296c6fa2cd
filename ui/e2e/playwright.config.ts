import { defineConfig } from '@playwright/test';

// Three workers, each with a server of its own that its tests share: a test waits for
// more than a third of its time, so that two leave of two cores as much idle.
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'results',
  globalSetup: './support/template.ts',
  workers: 3,
  // CI runs failed tests again by itself (.ci/test.sh) and lists those that then pass.
  retries: 0,
  // Bounds for a machine that has ten other things to do: nothing is asserted by them.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['html', { outputFolder: 'report', open: 'never' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // A trace takes as much of the machine as the test itself: `--trace retain-on-failure` asks for one.
    trace: 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1360, height: 860 },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        // A page is open for seconds: compiling its script again to run faster is a tenth of the time.
        '--js-flags=--max-opt=1',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Everybody has a microphone and lets the page hear it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
