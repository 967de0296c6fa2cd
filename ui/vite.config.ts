import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
  },
  build: {
    // The page's policy is default-src 'self': nothing may become a data: URL.
    assetsInlineLimit: 0,
    target: "es2023",
    sourcemap: false,
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/v1": server,
      "/simulator/": server,
      "/socket.io": { target: server, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/setup.test-env.ts"],
    restoreMocks: true,
  },
});
