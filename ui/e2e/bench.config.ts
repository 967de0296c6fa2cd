import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

// Measurements, run by `just bench`: never part of the tests.
export default defineConfig(base, {
  testDir: 'bench',
  testMatch: '*.bench.ts',
  timeout: 900_000,
  workers: 1,
  reporter: [['list']],
});
