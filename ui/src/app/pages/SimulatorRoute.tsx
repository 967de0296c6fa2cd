import { SimulatorPage } from "@/features/simulator/SimulatorPage";

export const SimulatorRoute = () => <SimulatorPage />;
