import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

// Pictures of every screen, run by `just gallery`: too many for each run of the tests.
export default defineConfig(base, {
  testDir: 'gallery',
  testMatch: '*.gallery.ts',
  timeout: 1_800_000,
  workers: 1,
  reporter: [['list']],
});
