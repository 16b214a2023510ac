// The program of pages with solids, which only these load.
import { SolidPanel } from "./solid_panel";

window.solidPanel = (data) => new SolidPanel(data);
